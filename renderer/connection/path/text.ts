/** All words of the connection path. The contract describes the stages. */
export const pathText = {
  title: 'Connection path',
  hint: 'The stages between this computer and your models, for each mode.',
  current: 'current',
  inactive: 'inactive',
  stages: (mode: string) => `${mode} stages`,
  latency: (ms: number) => ` · ${Math.round(ms)} ms`,
};
