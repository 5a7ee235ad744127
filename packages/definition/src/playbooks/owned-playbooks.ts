import type { FieldError } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'

/** A playbook has an outreachId exactly when it is the playbook that this Outreach starts in. */
export function assertOwnersMatch({ playbooks, outreaches }: Pick<AgentDefinition, 'playbooks' | 'outreaches'>): void {
  const owners = new Map(playbooks.map(({ id, outreachId }) => [id, outreachId]))
  const begun = new Map(outreaches.map(({ id, playbookId }) => [id, playbookId]))
  const errors: FieldError[] = [
    ...playbooks.flatMap(({ id, outreachId }, index) => {
      if (outreachId === undefined || begun.get(outreachId) === id) return []
      const message = `names the Outreach ${outreachId}, which begins in another playbook`
      return [{ field: `playbooks[${index}].outreachId`, message }]
    }),
    ...outreaches.flatMap(({ id, playbookId }, index) => {
      if (owners.get(playbookId) === id) return []
      const message = `names the playbook ${playbookId}, whose outreachId is not ${id}`
      return [{ field: `outreach.outreaches[${index}].playbookId`, message }]
    }),
  ]
  if (errors.length > 0) throw new ChangeRejectedError('request.invalid', { errors })
}
