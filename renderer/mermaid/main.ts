import mermaid from 'mermaid';
import './mermaid.css';

/** The page inside the diagram's frame. Draws a source and posts its height or the line that failed. */
const container = document.getElementById('diagram');
if (container === null) throw new Error('mermaid.html has no #diagram');

/** The window's colours, because its style sheet is not loaded here. */
const lightColours = {
  background: '#ffffff',
  mainBkg: '#d8ebef',
  primaryColor: '#d8ebef',
  primaryBorderColor: '#0b6073',
  primaryTextColor: '#14212a',
  secondaryColor: '#fbf1dc',
  tertiaryColor: '#f1f4f5',
  lineColor: '#4e5c67',
  textColor: '#14212a',
  edgeLabelBackground: '#ffffff',
};
const darkColours = {
  background: '#161f25',
  mainBkg: '#143841',
  primaryColor: '#143841',
  primaryBorderColor: '#54b7ca',
  primaryTextColor: '#e3eaee',
  secondaryColor: '#362a13',
  tertiaryColor: '#1d282f',
  lineColor: '#a2b0ba',
  textColor: '#e3eaee',
  edgeLabelBackground: '#161f25',
};

const postToParent = (message: { readonly isReady: true } | { readonly height: number } | { readonly failedLine: number | null }) => {
  parent.postMessage(message, '*');
};

addEventListener('message', ({ source: sender, data }: MessageEvent<unknown>) => {
  if (sender !== parent || typeof data !== 'object' || data === null || !('source' in data) || typeof data.source !== 'string') return;
  void draw(data.source, 'isDark' in data && data.isDark === true);
});

async function draw(source: string, isDark: boolean): Promise<void> {
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'base',
    darkMode: isDark,
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    themeVariables: isDark ? darkColours : lightColours,
  });
  // Mermaid measures the text it lays out.
  await document.fonts.load('1em "Inter Variable"').catch(() => undefined);
  try {
    const { svg } = await mermaid.render('drawing', source);
    container?.setHTMLUnsafe(svg);
    postToParent({ height: document.documentElement.offsetHeight });
  } catch (error) {
    const [, line] = /line (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
    postToParent({ failedLine: line === undefined ? null : Number(line) });
  }
}

new ResizeObserver(() => {
  if (container.childElementCount > 0) postToParent({ height: document.documentElement.offsetHeight });
}).observe(container);
postToParent({ isReady: true });
