/** A move is told in the log once it is kept. */
export { afterCommit } from '../../../platform/db/transaction.ts'
