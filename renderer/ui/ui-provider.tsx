import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

/** What the primitives need around them. The content-security policy allows no style elements, so none are made. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500}>{children}</Tooltip.Provider>
    </CSPProvider>
  );
}

/** Pop-ups are drawn at the end of the body, outside of every landmark; this makes their portal one while it exists. */
export const popupLandmark = { role: 'region', 'aria-label': 'Pop-up' } as const;
