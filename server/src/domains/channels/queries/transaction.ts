/** A status change is logged after it is committed. */
export { afterCommit } from '../../../platform/db/transaction.ts'
