import type { Plugin, Rolldown } from 'vite';

const used = ['method', 'path'];

/**
 * The name of zod's `z` in the contract of a build. A name of its own, because what is pure is said by name: minified
 * libraries have functions named `z` that do something.
 */
export const schemaBuilder = 'contractSchema';

const zodImport = /^(import \{ z) (\} from 'zod';)$/m;

/**
 * Reduces each declaration of a call to what pages use of it: method and path. As zod counts as free of side effects there
 * (vite.config.ts), its schemas go too.
 */
export function leanContract(): Plugin {
  return {
    name: 'overnight:lean-contract',
    apply: 'build',
    transform(code, id) {
      if (!/\/contract\/[\w-]+\.ts$/.test(id)) return;
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
      return {
        code: lean.replace(zodImport, `$1 as ${schemaBuilder} $2`).replace(/\bz\./g, `${schemaBuilder}.`),
        map: null,
      };
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
