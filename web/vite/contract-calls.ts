import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import type { Endpoint } from '../../contract/platform/endpoint.ts';

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/**
 * Gives pages of a call only its method and path, which the contract itself says when it is loaded. Each other constant that
 * takes calls to compute, such as a schema, is marked as pure: the build leaves it out of pages that do not use it.
 */
export function contractCalls(): Plugin {
  return {
    name: 'overnight:contract-calls',
    apply: 'build',
    async transform(code, id) {
      if (!/\/contract\/([\w-]+\/)?[\w-]+\.ts$/.test(id)) return;
      const values: Record<string, unknown> = await import(pathToFileURL(id).href);
      let lean = code;
      // From the end, so that positions stay right.
      for (const { name, start, end } of this.parse(code).body.flatMap(listConstants).reverse()) {
        const value = values[name];
        const text = isCall(value)
          ? JSON.stringify({ method: value.method, path: value.path })
          : `/* @__PURE__ */ (() => (${code.slice(start, end)}))()`;
        lean = `${lean.slice(0, start)}${text}${lean.slice(end)}`;
      }
      return { code: lean, map: null };
    },
  };
}

const isCall = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

/** Returns the constants that a statement computes, each with where its value stands. */
function listConstants(statement: Statement) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init }) => {
    const isComputed = /^(Call|New|Member|Object|Array)Expression$/.test(init?.type ?? '');
    return isComputed && id.type === 'Identifier'
      ? [{ name: id.name, start: init!.start, end: init!.end }]
      : [];
  });
}
