import type { Plugin } from 'vite';

const builtinImport = /^(import\b[^'"`;]*\bfrom\s*['"])(?=node:)/gm;
const prefix = '\0plain-';

/**
 * Takes Node's own modules as `require` does. An `import` of one reads all of its exports, also those that Node loads at
 * their first use: `node:http` alone brings a WebSocket client that way, 13 MB that nobody asked for.
 */
export function plainBuiltins(): Plugin {
  return {
    name: 'plain-builtins',
    enforce: 'pre', // while the sources still name what they want
    transform: (code) => (code.includes('node:') ? { code: code.replaceAll(builtinImport, '$1plain-'), map: null } : null),
    resolveId: (id) => (id.startsWith('plain-node:') ? `\0${id}` : null),
    load: (id) => (id.startsWith(prefix) ? { code: plainModule(id.slice(prefix.length)), moduleSideEffects: false } : null),
  };
}

/** Reads are marked as pure, so that those of what nobody imports are left out. */
function plainModule(name: string): string {
  const exported = Object.keys(process.getBuiltinModule(name) ?? {}).filter((each) => each !== 'default');
  return [
    `const builtin = process.getBuiltinModule('${name}');`,
    'export default builtin;',
    ...exported.map((each) => `const own_${each} = /* @__PURE__ */ (() => builtin.${each})();\nexport { own_${each} as ${each} };`),
  ].join('\n');
}
