/** Where the checklist stands on the page of its task. */
export const CHECKLIST = 'checklist'
