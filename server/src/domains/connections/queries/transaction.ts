/** Storing a grant updates several rows together, and its side effects run after the commit. */
export { afterCommit, inTransaction } from '../../../platform/db/transaction.ts'
