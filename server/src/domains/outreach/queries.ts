export { isRetryable, isUnavailable } from '../../platform/db/errors.ts'
