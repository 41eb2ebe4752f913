/** The built-in profile. The contract's own name for it can't be imported here by value. */
export const demoId = 'demo';
