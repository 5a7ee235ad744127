import { Tooltip } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconLock } from '@tabler/icons-react'
import { strings } from '#i18n/people.ts'

/** Props of a form field: a lock icon with an explanation, if the agent has declared the field as locked. */
export function lockedFieldProps(fields: readonly Schema<'PeopleField'>[], key: string) {
  if (!fields.some((field) => field.key === key && field.locked)) return {}
  return { description: strings.profile.locked, leftSection: <LockIcon /> }
}

function LockIcon() {
  return (
    <Tooltip label={strings.profile.locked}>
      <IconLock size={16} aria-hidden />
    </Tooltip>
  )
}
