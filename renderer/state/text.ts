/** Words of actions that several screens offer. */
export const stateText = {
  supportBundleSaved: 'Support bundle saved',
};
