// Shared by the tests of every workspace: the two tiers (`npm test` and `npm run test:all`) and scaled property tests.
export { fc } from './properties.ts'
export { completeRunSkipReason, isCompleteRun, testInCompleteRun } from './tiers.ts'
