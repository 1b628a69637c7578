/** Loads the PDF viewer, which is large and needed only by those who read applications. */
export const loadPdfViewer = () => import('./pdf-viewer.tsx');
