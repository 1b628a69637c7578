import type { Plugin, Rolldown } from 'vite';

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
      for (const { start, end, call } of this.parse(code).body.flatMap(listDeclarations).reverse()) {
        const [method, path] = call.split(' ');
        lean = `${lean.slice(0, start)}${JSON.stringify({ method, path })}${lean.slice(end)}`;
      }
      if (/\bendpoint\(["'`{]/.test(lean)) throw new Error(`a call of ${id} is not declared as expected`);
      lean = lean
        .replace(/import \{ z \} from (["'])zod\1/, `import { z as ${schemaBuilder} } from 'zod'`)
        .replace(/(?<![\w$.])z(?=\s*\.)/g, schemaBuilder);
      return { code: lean, map: null };
    },
  };
}

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** Returns where each `export const call = endpoint('GET /path', {…})` of a statement has its value, and its method and path. */
function listDeclarations(statement: Statement) {
  const { declaration } = statement as { declaration?: Statement | null };
  if (statement.type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression') return [];
    const { start, end, callee, arguments: given } = init;
    const [call] = given;
    if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || call?.type !== 'Literal') return [];
    return [{ start, end, call: String(call.value) }];
  });
}
