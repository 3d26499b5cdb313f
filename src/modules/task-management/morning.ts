/** The act by which everybody is told, each working morning, which of their tasks end soon and which are late. */
export const MORNING = 'remind of tasks'
