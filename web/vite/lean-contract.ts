import type { Plugin, Rolldown } from 'vite';

const used = ['method', 'path'];

/** What `z` is called in the contract: the name of what the build may leave out, which no library's code has. */
export const pureZod = 'contractSchemas';

/**
 * Reduces each declaration of a call to what pages use of it: method and path. As `pureZod` counts as free of side
 * effects (vite.config.ts), its schemas go too.
 */
export function leanContract(): Plugin {
  return {
    name: 'overnight:lean-contract',
    apply: 'build',
    transform(code, id) {
      if (!/\/contract\/[\w-]+\.ts$/.test(id)) return;
      let lean = code;
      const { body } = this.parse(code);
      // From the end, so that positions stay right.
      for (const declared of body.flatMap(listDeclarations).reverse()) {
        const properties = declared.properties
          .filter(
            (property) =>
              property.type === 'Property' && used.includes(code.slice(property.key.start, property.key.end)),
          )
          .map(({ start, end }) => code.slice(start, end));
        if (properties.length !== used.length) throw new Error(`a call of ${id} is not declared as expected`);
        lean = `${lean.slice(0, declared.start)}{ ${properties.join(', ')} }${lean.slice(declared.end)}`;
      }
      const places = listZodNames(this.parse(lean));
      for (const place of places.reverse())
        lean = `${lean.slice(0, place)}${pureZod}${lean.slice(place + 1)}`;
      const renamed = lean.replace(
        /import \{ z \} from (["'])zod\1/,
        `import { z as ${pureZod} } from "zod"`,
      );
      if (places.length > 0 && renamed === lean) throw new Error(`${id} does not import zod as expected`);
      return { code: renamed, map: null };
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

/** Returns where a syntax tree has the `z` of `z.string()`, in the order of the code. */
function listZodNames(tree: unknown): number[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const { type, object } = tree as { type?: string; object?: { type: string; name?: string; start: number } };
  if (type === 'MemberExpression' && object?.type === 'Identifier' && object.name === 'z')
    return [object.start];
  return Object.values(tree)
    .flatMap(listZodNames)
    .sort((one, other) => one - other);
}
