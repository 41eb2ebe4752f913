export interface ChatGptTexts {
  readonly title: string;
  readonly question: string;
  readonly answer: string;
  readonly model: string;
}

/** Returns an export of ChatGPT with one question and its answer. */
export function chatGptExport({ title, question, answer, model }: ChatGptTexts): readonly object[] {
  const said = (role: string, create_time: number, text: string) => ({
    author: { role },
    create_time,
    content: { content_type: 'text', parts: [text] },
  });
  return [
    {
      id: 'gpt-1',
      title,
      create_time: 1_700_000_000,
      current_node: 'b',
      mapping: {
        a: { id: 'a', parent: null, message: said('user', 1_700_000_000, question) },
        b: { id: 'b', parent: 'a', message: { ...said('assistant', 1_700_000_001, answer), metadata: { model_slug: model } } },
      },
    },
  ];
}
