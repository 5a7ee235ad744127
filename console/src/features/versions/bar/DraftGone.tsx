import { Group } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { strings } from '#i18n/versions.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { EmptyState } from '../../../components/PageStates.tsx'

const { gone: texts } = strings

/** The URL names a draft that was published or deleted. */
export function DraftGone({ org, agent }: { org: string; agent: string }) {
  const actions = (
    <Group>
      <ButtonLink to="." search={(before: object) => ({ ...before, draft: undefined })}>
        {texts.live}
      </ButtonLink>
      <ButtonLink
        variant="default"
        to="/orgs/$org/agents/$agent/versions"
        params={{ org, agent }}
        search={{ draft: undefined }}
      >
        {texts.drafts}
      </ButtonLink>
    </Group>
  )
  return <EmptyState icon={IconFileOff} title={texts.title} text={texts.text} action={actions} />
}
