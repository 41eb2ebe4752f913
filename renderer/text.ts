/** Words that join the features: headings and commands of the whole window. */
export const appText = {
  newConversation: 'New conversation',
  commands: {
    chatGroup: 'Chat',
    searchAll: 'Search all conversations',
    searchAllKeywords: ['find', 'history'],
    importConversations: 'Import conversations…',
    importKeywords: ['open webui', 'chatgpt', 'json'],
  },
};
