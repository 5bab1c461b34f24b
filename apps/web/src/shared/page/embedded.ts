/** Is the page shown in a frame: of the portal's own settings dialog, or of a partner's site? */
export const isEmbedded = () => window.self !== window.top
