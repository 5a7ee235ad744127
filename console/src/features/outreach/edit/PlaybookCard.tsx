import { Fieldset, Stack, Text } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { strings } from '#i18n/outreach.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { ButtonLink } from '../../../components/links.tsx'

const { edit } = strings

/** Where the answers are taken. */
export function PlaybookCard({ playbookId }: { playbookId: string }) {
  const routeIds = useRouteIds()
  return (
    <Fieldset legend={edit.answers} mt="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="quiet">
          {edit.answersText}
        </Text>
        <ButtonLink
          variant="default"
          size="xs"
          leftSection={<IconRoute size={14} aria-hidden />}
          to="/orgs/$org/agents/$agent/playbooks/$playbookId"
          params={{ ...routeIds, playbookId }}
        >
          {edit.openPlaybook}
        </ButtonLink>
      </Stack>
    </Fieldset>
  )
}
