import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { uiText } from './text.ts';

/** Context of the primitives. Disables style elements, because the content-security policy forbids them. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500}>{children}</Tooltip.Provider>
    </CSPProvider>
  );
}

/** Makes the portal of a pop-up a landmark, because pop-ups are rendered at the end of the body, outside all landmarks. */
export const popupLandmark = { role: 'region', 'aria-label': uiText.popup } as const;
