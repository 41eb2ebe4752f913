import type { Plugin } from 'vite';

/**
 * Writes the style sheet of the start page into the page, so that the first frame and the first key press don't wait for another
 * request. The content security policy allows it by its hash.
 */
export function inlineStartStyles(): Plugin {
  return {
    name: 'inline-start-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (path !== '/index.html') return html;
        return html.replace(/<link rel="stylesheet"[^>]* href="\.\/(assets\/[^"]+)">/, (link, file: string) => {
          const asset = bundle?.[file];
          if (asset?.type !== 'asset' || bundle === undefined) return link;
          delete bundle[file];
          return `<style>${String(asset.source).trim().replaceAll('url(./', 'url(./assets/')}</style>`;
        });
      },
    },
  };
}
