import type { Conversation } from '../engines/requests.ts';
import type { Random } from '../engines/random.ts';
import { splitWords, keywordsIn, overlap } from '../engines/keywords.ts';
import { findSum, plainNumber } from '../engines/arithmetic.ts';
import { describeImage, readSentImage } from '../engines/describe-image.ts';
import { demoText } from '../text.ts';
import { guide, type GuidePage } from './guide.ts';
import { findExamples, longText } from './sample-texts.ts';

/** A rule that answers questions. Returns undefined if it doesn't match. */
interface Skill {
  /** What it does, for the reasoning text. */
  readonly aim: string;
  readonly answer: (conversation: Conversation, random: Random) => string | undefined;
}

/** Names a conversation, for programs that ask for a title. */
const titleSkill: Skill = {
  aim: 'name the conversation',
  answer: (conversation) => {
    if (!/\btitle\b/i.test(conversation.question) || !/\b(?:conversation|chat|discussion|messages?)\b/i.test(conversation.question))
      return undefined;
    const subject = conversation.earlier[0] ?? /["“](.+?)["”]/s.exec(conversation.question)?.[1] ?? demoText.title;
    return splitWords(subject).slice(0, 6).join(' ');
  },
};

/** Repeats dictated text and quotes earlier messages. */
const quoteSkill: Skill = {
  aim: 'quote earlier messages',
  answer: (conversation) => {
    const dictated =
      /^(?:please )?(?:say|echo|repeat(?: after me)?|(?:reply|answer|respond)(?: only)? with(?: exactly)?(?: the words?)?)[:,]? +(.+)$/is.exec(
        conversation.question,
      )?.[1];
    if (dictated !== undefined) return dictated.replace(/^["“'‘](.+)["”'’][.!]?$/s, '$1');
    if (
      !/\b(?:quote|repeat)\b|what (?:did|have) i (?:just )?(?:say|said|ask|asked|write|written|tell|told)|\bmy (?:first|last|previous) (?:message|question)\b/i.test(
        conversation.question,
      )
    )
      return undefined;
    if (conversation.earlier.length === 0) return `${demoText.nothingBefore}\n\n> ${conversation.question.replaceAll('\n', '\n> ')}`;
    const first = /\bfirst\b/i.test(conversation.question);
    const wanted = first
      ? conversation.earlier.slice(0, 1)
      : /\b(?:last|previous|just)\b/i.test(conversation.question)
        ? conversation.earlier.slice(-1)
        : conversation.earlier;
    const quotes = wanted.map((text, index) => `${wanted.length > 1 ? `${index + 1}. ` : ''}> ${text.replaceAll('\n', '\n> ')}`);
    return `${first ? demoText.wroteFirst : demoText.wrote}\n\n${quotes.join('\n\n')}`;
  },
};

/** Describes the images of the question, or of the message before it that has any. */
const imageSkill: Skill = {
  aim: 'describe what was sent as an image',
  answer: ({ images, asksAboutImages }) => {
    if (!asksAboutImages) return undefined;
    const described = images.map((url) => {
      const image = readSentImage(url);
      return image ? describeImage(image) : demoText.imageUnreadable;
    });
    if (described.length === 1) return described[0];
    return [demoText.severalImages(described.length), ...described.map((text, index) => `${index + 1}. ${text}`)].join('\n');
  },
};

/** Writes Markdown of the requested length, for testing long answers. */
const longTextSkill: Skill = {
  aim: 'write a text of the requested length',
  answer: (conversation) => {
    const asked = /\b(?:write|give|produce|generate|answer)\b.*?\b(\d[\d,]*) (words|paragraphs)\b/is.exec(conversation.question);
    const [, digits, unit] = asked ?? [];
    if (digits === undefined) return undefined;
    return longText(Number(digits.replaceAll(',', '')), unit === 'words');
  },
};

/** Counts letters and words in quoted text or in the user's message. */
const countSkill: Skill = {
  aim: 'count what the question asks for',
  answer: (conversation) => countOneLetter(conversation.question) ?? countText(conversation),
};

function countOneLetter(question: string): string | undefined {
  const asked =
    /how many (?:times does )?(?:the )?(?:letters? )?["'‘“`]?(\p{L})["'’”`]?(?:['’]?s)?(?: letters?)?\b.*?\b(?:in|does)\b(?: the)?(?: word)? ["'‘“`]?(\p{L}+)/iu.exec(
      question,
    );
  const [, letter, word] = asked ?? [];
  if (letter === undefined || word === undefined) return undefined;
  const marked = splitGraphemes(word)
    .map((each) => (each.toLowerCase() === letter.toLowerCase() ? `**${each}**` : each))
    .join('');
  const count = splitGraphemes(word.toLowerCase()).filter((each) => each === letter.toLowerCase()).length;
  return demoText.letterCount(letter, count, word, marked);
}

function countText(conversation: Conversation): string | undefined {
  if (!/\b(?:how many|count|number of)\b.*\b(?:words?|letters?|characters?)\b/is.test(conversation.question)) return undefined;
  const text = /["“«`](.+?)["”»`]/s.exec(conversation.question)?.[1] ?? conversation.earlier.at(-1) ?? conversation.question;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const rows = [
    ['words', splitWords(text).length],
    ['letters', letters],
    ['characters', splitGraphemes(text).length],
  ];
  return `${demoText.counted}\n\n> ${text.replaceAll('\n', '\n> ')}\n\n| what | count |\n|---|---:|\n${rows.map(([what, many]) => `| ${what} | ${many} |`).join('\n')}`;
}

/** Splits a text into user-perceived characters. */
function splitGraphemes(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/** Evaluates arithmetic. */
const sumSkill: Skill = {
  aim: 'calculate the expression in the question',
  answer: (conversation, random) => {
    const sum = findSum(conversation.question);
    if (!sum) return undefined;
    const formula = sum.expression.replaceAll(' * ', ' \\times ').replaceAll(/\^ (-?[\d.]+)/g, '^{$1}');
    if (!Number.isFinite(sum.value)) return demoText.noValue(formula);
    const result = plainNumber(sum.value);
    const opening = random.pick(demoText.sumOpenings);
    return `${opening} **${result}**.\n\n$$\n${formula} = ${result}\n$$`;
  },
};

/** Shows examples of Markdown: code, a table, a formula, a diagram. */
const showcaseSkill: Skill = {
  aim: 'show the requested example',
  answer: (conversation, random) => {
    if (!/\b(?:show|write|give|make|draw|example|need|want|create|display)\b/i.test(conversation.question)) return undefined;
    const examples = findExamples(conversation.question);
    return examples.length === 0 ? undefined : [random.pick(demoText.exampleOpenings), ...examples].join('\n\n');
  },
};

/** Answers questions about Causeway from the built-in guide. */
const guideSkill: Skill = {
  aim: 'look it up in the guide to Causeway',
  answer: (conversation, random) => {
    if (/^(?:hi|hello|hey|good (?:morning|evening|day)|moin|hallo)\b[^?]*$/i.test(conversation.question)) {
      return `${random.pick(demoText.greetings)} ${findPage('demo')}\n\n${findPage('help')}`;
    }
    if (/\bwho are you\b|\bwhat are you\b/i.test(conversation.question)) return findPage('demo');
    const asked = keywordsIn(conversation.question);
    const best = guide.map((page) => ({ page, score: scorePage(page, asked) })).toSorted((one, other) => other.score - one.score)[0];
    return best && best.score >= 2 ? best.page.text : undefined;
  },
};

function scorePage(page: GuidePage, asked: ReadonlySet<string>): number {
  return 2 * overlap(keywordsIn(page.subjects), asked) + overlap(keywordsIn(page.keywords), asked);
}

function findPage(subject: string): string {
  return guide.find((page) => page.subjects.split(' ').includes(subject))?.text ?? '';
}

/** Answers if no rule matches. It shows that it has read the question, and claims no more. */
const fallbackSkill = {
  aim: 'describe the message, and claim nothing more',
  answer: (conversation: Conversation, random: Random): string => {
    const words = splitWords(conversation.question);
    const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
    const opening = random.pick(demoText.fallbackOpenings);
    const facts = [
      `| words | ${words.length} |`,
      `| longest word | ${longest === '' ? '–' : `“${longest}”`} |`,
      `| message of this conversation | ${conversation.earlier.length + 1} |`,
    ];
    const before = conversation.earlier.at(-1);
    return [
      `${opening}\n\n> ${conversation.question.replaceAll('\n', '\n> ')}`,
      `| your message | |\n|---|---|\n${facts.join('\n')}`,
      ...(conversation.system === '' ? [] : [demoText.systemPrompt(oneLine(conversation.system))]),
      ...(before === undefined ? [] : [demoText.before(oneLine(before))]),
      demoText.onlyRules,
    ].join('\n\n');
  },
};

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 117)}…` : line;
}

const skills: readonly Skill[] = [titleSkill, quoteSkill, imageSkill, longTextSkill, countSkill, sumSkill, showcaseSkill, guideSkill];

/** Answers with the first matching rule, and says what it aimed at. */
export function answerBySkill(conversation: Conversation, random: Random): { readonly aim: string; readonly text: string } {
  for (const skill of skills) {
    const text = skill.answer(conversation, random);
    if (text !== undefined) return { aim: skill.aim, text };
  }
  return { aim: fallbackSkill.aim, text: fallbackSkill.answer(conversation, random) };
}
