import { fenced } from '../../shared/quoting.ts';
import type { AnswerPart } from '../../../contract/answer.ts';
import type { StoredMessage } from '../../../contract/history.ts';
import type { Image } from '../../../contract/image.ts';
import { listImages } from '../../../contract/message-images.ts';
import { answerRemark, describeImage, formatMinute, speaker, type ExportWriter } from './export-writer.ts';
import { historyText } from '../text.ts';

const text = historyText.export;

/** Writes the branch in use as Markdown. `fileOf` returns the place of an image, or undefined if none is written. */
export const createMarkdownWriter = (fileOf: (image: Image) => string | undefined): ExportWriter => ({
  takes: 'branch',
  begin: () => '',
  conversation: ({ title, createdAt, settings }, _, isFirst) =>
    [
      isFirst ? '' : '\n\n---\n\n',
      `# ${oneLine(title)}\n\n*${formatMinute(createdAt)}${settings.model === null ? '' : ` · ${oneLine(settings.model)}`}*\n`,
      settings.systemPrompt === '' ? '' : `\n${quote(text.systemPrompt(settings.systemPrompt))}\n`,
    ].join(''),
  message: (message) =>
    `\n## ${oneLine(speaker(message))} · ${formatMinute(message.createdAt)}\n\n${[body(message), ...listImages(message).map(linkTo(fileOf))].filter(Boolean).join('\n\n')}\n`,
  notebook: ({ text }) => `\n${text}\n`,
  endConversation: () => '',
  end: () => '',
});

const linkTo =
  (fileOf: (image: Image) => string | undefined) =>
  (image: Image): string => {
    const [file, description] = [fileOf(image), oneLine(describeImage(image)).replaceAll(/[\\[\]]/g, '\\$&')];
    return file === undefined ? `*${text.image(description)}*` : `![${description}](${file})`;
  };

function body(message: StoredMessage): string {
  switch (message.role) {
    case 'user':
      return [
        message.text,
        ...message.attachments.map(({ name, language, text }) => `**${oneLine(name)}**\n\n${fenced(text, language ?? '')}`),
      ].join('\n\n');
    case 'assistant': {
      const remark = answerRemark(message);
      return [...message.answer.parts.map(part), ...(remark === '' ? [] : [`*${oneLine(remark)}*`])].join('\n\n');
    }
    case 'tool':
      return fenced(message.text, '');
  }
}

function part(piece: AnswerPart): string {
  switch (piece.kind) {
    case 'text':
    case 'refusal':
      return piece.text;
    case 'reasoning':
      return quote(`*${text.reasoning}*\n\n${piece.text}`);
    case 'notice':
      return quote(piece.text);
    case 'tool-call':
      return `**${text.toolCall(oneLine(piece.name))}**\n\n${fenced(piece.arguments, 'json')}`;
  }
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Writes the branch in use as plain text: a Notebook text as it is, a chat under the names of the speakers. */
export const plainTextWriter: ExportWriter = {
  takes: 'branch',
  begin: () => '',
  conversation: (_conversation, _leaf, isFirst) => (isFirst ? '' : '\n\n'),
  message: (message, _request, isFirst) => `${isFirst ? '' : '\n\n'}${speaker(message)}:\n${plainBody(message)}`,
  notebook: ({ text }) => text,
  endConversation: () => '\n',
  end: () => '',
};

function plainBody(message: StoredMessage): string {
  if (message.role === 'assistant') return message.answer.parts.flatMap(plainPart).join('\n\n');
  const attachments = message.role === 'tool' ? [] : message.attachments;
  return [message.text, ...attachments.map(({ name, text: file }) => `${name}:\n${file}`), ...listImages(message).map(plainImage)]
    .filter((each) => each !== '')
    .join('\n\n');
}

function plainImage(image: Image): string {
  return `[${text.image(oneLine(describeImage(image)))}]`;
}

/** Reasoning is left out, as in an answer that is copied. */
function plainPart(part: AnswerPart): readonly string[] {
  if (part.kind === 'reasoning') return [];
  return [part.kind === 'tool-call' ? `${text.toolCall(part.name)} ${part.arguments}` : part.text];
}
