export { fieldErrors } from './field-errors.ts'
export { emailAddress, httpUrl, instant, nameText, slug, text, timeZone } from './fields.ts'
export * from './finding.ts'
