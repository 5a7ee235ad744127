/** Where a grant is kept, more than one row must agree; and what follows on it waits until it is kept. */
export { afterCommit, inTransaction } from '../../../platform/db/transaction.ts'
