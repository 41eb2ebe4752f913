/** Where the window keeps its data: the folder Electron gives it on each platform. */
export declare function usualDataFolder(
  platform: NodeJS.Platform,
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
): string;
