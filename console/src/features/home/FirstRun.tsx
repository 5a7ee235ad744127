import { Anchor, Group, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconBook2, IconPlugConnected, IconRobot } from '@tabler/icons-react'
import { strings } from '#i18n/home.ts'
import { useCan, useOrg } from '../../app/current-org.ts'
import { ButtonLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'

const { first } = strings
const steps = [
  { icon: IconRobot, ...first.steps.make },
  { icon: IconBook2, ...first.steps.teach },
  { icon: IconPlugConnected, ...first.steps.connect },
] as const

/** An org without an agent: what one is, and how to have one. */
export function FirstRun() {
  const org = useOrg()
  const canMake = useCan('editor')
  return (
    <PageLayout title={first.title} lead={first.lead} width={960}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {steps.map(({ icon: Icon, title, text }) => (
          <Paper key={title} withBorder p="md">
            <Stack gap="xs">
              <ThemeIcon variant="light" size="lg" aria-hidden>
                <Icon size={20} />
              </ThemeIcon>
              <Title order={2} size="h5">
                {title}
              </Title>
              <Text size="sm">{text}</Text>
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {canMake ? (
        <Group>
          <ButtonLink to="/orgs/$org/new-agent" params={{ org: org.id }}>
            {first.make}
          </ButtonLink>
          <Anchor href="/docs/quick-start" target="_blank">
            {first.guide}
          </Anchor>
        </Group>
      ) : (
        <Text>{first.notYours}</Text>
      )}
    </PageLayout>
  )
}
