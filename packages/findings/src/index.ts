export { fieldErrors } from './field-errors.ts'
export {
  countCharacters,
  emailAddress,
  httpUrl,
  instant,
  nameText,
  retired,
  slug,
  text,
  timeZone,
  uniqueBy,
  writable,
} from './fields.ts'
export * from './finding.ts'
export { freeSlug, slugOf } from './slug.ts'
export { eachInSteps, everyInSteps, filterInSteps, mapInSteps, runSteps, type Steps } from './steps.ts'
