import type { Plugin, Rolldown } from 'vite';

const used = ['method', 'path'];

/**
 * What `z` is called in the contract's modules of a build, where it counts as free of side effects (vite.config.ts). A name
 * of one letter would also be that of functions in minified libraries, whose calls would be dropped.
 */
export const schemaBuilder = 'contractSchemaBuilder';

/**
 * Reduces each declaration of a call to what pages use of it: method and path. Its schemas go too, as
 * `schemaBuilder` counts as free of side effects.
 */
export function leanContract(): Plugin {
  return {
    name: 'overnight:lean-contract',
    apply: 'build',
    transform(code, id) {
      if (!/\/contract\/([\w-]+\/)?[\w-]+\.ts$/.test(id)) return;
      let lean = code;
      // From the end, so that positions stay right.
      for (const declared of this.parse(code).body.flatMap(listDeclarations).reverse()) {
        const properties = declared.properties
          .filter(
            (property) =>
              property.type === 'Property' && used.includes(code.slice(property.key.start, property.key.end)),
          )
          .map(({ start, end }) => code.slice(start, end));
        if (properties.length !== used.length) throw new Error(`a call of ${id} is not declared as expected`);
        lean = `${lean.slice(0, declared.start)}{ ${properties.join(', ')} }${lean.slice(declared.end)}`;
      }
      lean = lean
        .replace(/import \{ z \} from (["'])zod\1/, `import { z as ${schemaBuilder} } from 'zod'`)
        .replace(/(?<![\w$.])z(?=\s*\.)/g, schemaBuilder);
      return { code: lean, map: null };
    },
  };
}

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** Returns what each `export const call = endpoint({…})` of a statement declares. */
function listDeclarations(statement: Statement) {
  const { declaration } = statement as { declaration?: Statement | null };
  if (statement.type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) => {
    if (
      init?.type !== 'CallExpression' ||
      init.callee.type !== 'Identifier' ||
      init.callee.name !== 'endpoint'
    )
      return [];
    const [declared] = init.arguments;
    return declared?.type === 'ObjectExpression' ? [declared] : [];
  });
}
