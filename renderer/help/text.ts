/** The words of the help panel. The guide itself is guide.md. */
export const helpText = {
  title: 'Help',
  close: 'Close help',
  search: 'Search help',
  allTopics: 'All topics',
  topics: 'Help topics',
  whatsNew: (version: string) => `What’s new in ${version}`,
  noMatches: (query: string) => `No topic matches “${query}”.`,
};
