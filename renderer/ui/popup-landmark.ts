/** Pop-ups are drawn at the end of the body, outside of every landmark; this makes their portal one while it exists. */
export const popupLandmark = { role: 'region', 'aria-label': 'Pop-up' } as const;
