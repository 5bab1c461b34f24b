/** Returns whether the page is in a frame: the portal's own settings dialog, or a partner's site. */
export const isEmbedded = () => window.self !== window.top
