import './skip-links.css';

/** Shortcuts past the rail for those who walk by the Tab key; seen only while focused. */
export function SkipLinks({ hasSidebar }: { readonly hasSidebar: boolean }) {
  return (
    <div className="skip-links">
      <SkipLink target="main">Skip to main content</SkipLink>
      {hasSidebar && <SkipLink target="sidebar">Skip to conversations</SkipLink>}
    </div>
  );
}

function SkipLink({ target, children }: { readonly target: string; readonly children: string }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        // The address of the window stays what it is.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}
