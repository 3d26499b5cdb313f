/** Of everybody in a test's chain. */
export const PASSWORD = 'Correct-horse-88'
