import { Fieldset, Stack, Text } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { words } from '#words/outreach.ts'
import { usePlace } from '../../../app/org.ts'
import { ButtonLink } from '../../../parts/links.tsx'

const { edit } = words

/** Where the answers are taken. */
export function PlaybookCard({ playbookId }: { playbookId: string }) {
  const place = usePlace()
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
          params={{ ...place, playbookId }}
        >
          {edit.openPlaybook}
        </ButtonLink>
      </Stack>
    </Fieldset>
  )
}
