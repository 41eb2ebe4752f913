/** What can be wrong with a field of a profile file. */
export const profileFileText = {
  wholeFile: 'the file',
  missing: (field: string, type?: string) => (type === undefined ? `${field} is missing` : `${field} is missing (${type})`),
  type: (field: string, type: string) => `${field} must be of type ${type}`,
  oneOf: (field: string, values: string) => `${field} must be one of ${values}`,
  empty: (field: string) => `${field} must not be empty`,
  long: (field: string) => `${field} is too long`,
  atLeast: (field: string, minimum: number) => `${field} must be ${minimum} or more`,
  atMost: (field: string, maximum: number) => `${field} must be ${maximum} or less`,
  invalid: (field: string) => `${field} isn’t valid`,
  unknown: (field: string) => `${field} is unknown`,
};
