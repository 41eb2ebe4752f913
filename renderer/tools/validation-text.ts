/** What is wrong with a field of a tool or an MCP server. */
export const toolValidationText = {
  nameMissing: 'Enter a name.',
  nameInvalid: 'Use up to 64 letters, digits, _ and -.',
  nameTaken: 'Another tool has this name.',
  descriptionMissing: 'Describe what it does and when to use it.',
  toolMissing: 'Choose a server and one of its tools.',
  programMissing: 'Enter the program to run.',
  programPlaceholder: '{{…}} isn’t allowed in the program.',
  addressInvalid: 'Enter an address that starts with https://.',
  addressScheme: 'Use an https:// or http:// address.',
  hostPlaceholder: '{{…}} isn’t allowed in the host.',
  placeholderUnknown: (name: string) => `{{${name}}} isn’t a parameter of this tool.`,
  placeholderSpaces: (name: string) => `Write {{${name}}} without spaces.`,
  headerWithoutValue: (name: string) => `“${name}” has no value. Use Name: value.`,
  headerInvalid: (line: string) => `“${line}” isn’t a header. Use Name: value.`,
};
