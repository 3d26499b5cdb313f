import { createHash, randomBytes } from 'node:crypto'

/** What makes a link to a survey good; of a personal one the database knows the hash alone. */
export const newSurveyToken = (): string => randomBytes(24).toString('base64url')
export const surveyTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** What is kept of the address of somebody who wants no more surveys by mail. */
export const surveyAddressHash = (email: string): string => surveyTokenHash(email.trim().toLowerCase())
