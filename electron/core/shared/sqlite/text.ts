/** Details of a file that can't be used as it is, to follow what happened. */
export const sqliteText = {
  foreignDatabase: 'it’s another program’s database',
};
