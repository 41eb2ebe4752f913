import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/base.css';
import '../styles/fonts.ts';
import '../styles/tokens.css';
import { UiProvider } from '../ui/ui-provider.tsx';
import { Gallery } from './gallery.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('gallery.html has no #root');
createRoot(element).render(
  <StrictMode>
    <UiProvider>
      <Gallery />
    </UiProvider>
  </StrictMode>,
);
