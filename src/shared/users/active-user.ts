/** Whether a user is an active person, who may sign in and be told, mentioned or assigned: SQL over an alias of the users. */
export const isActive = (user: string): string => `${user}.status = 'active' and not ${user}.blocked`
