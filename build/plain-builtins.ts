import type { Plugin } from 'vite';

const builtinImport = /^(import\b[^'"`;]*\bfrom\s*['"])(?=node:)/gm;
const prefix = '\0plain-';

/**
 * Imports Node's built-in modules like `require`. An `import` reads all exports, including lazy ones: `node:http` alone would
 * load a WebSocket client of 13 MB.
 */
export function plainBuiltins(): Plugin {
  return {
    name: 'plain-builtins',
    enforce: 'pre', // before the import names are rewritten
    transform: (code) => (code.includes('node:') ? { code: code.replaceAll(builtinImport, '$1plain-'), map: null } : null),
    resolveId: (id) => (id.startsWith('plain-node:') ? `\0${id}` : null),
    load: (id) => (id.startsWith(prefix) ? { code: plainModule(id.slice(prefix.length)), moduleSideEffects: false } : null),
  };
}

/** Returns a module that re-exports a builtin. Reads are marked as pure, so that the bundler drops unused ones. */
function plainModule(name: string): string {
  const exported = Object.keys(process.getBuiltinModule(name) ?? {}).filter((each) => each !== 'default');
  return [
    `const builtin = process.getBuiltinModule('${name}');`,
    'export default builtin;',
    ...exported.map((each) => `const own_${each} = /* @__PURE__ */ (() => builtin.${each})();\nexport { own_${each} as ${each} };`),
  ].join('\n');
}
