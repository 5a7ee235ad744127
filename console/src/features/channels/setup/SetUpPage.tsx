import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { strings as common } from '#i18n/app.ts'
import { strings } from '#i18n/channels.ts'
import { useGateway } from '../../../api/lookups.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { ChannelIcon } from '../ChannelIcon.tsx'
import { type ChannelSetupForm, useBindings, useChannelSetupForms } from '../data.ts'
import { SetUpChannel } from './SetUpChannel.tsx'

const { setup: texts } = strings

/** Chooses a channel, then shows its form from the catalog. */
export function SetUpPage() {
  const can = useCan('editor')
  const { channel } = useSearch({ from: '/orgs/$org/agents/$agent/channels/add' })
  const params = useRouteIds()
  const { forms, error, refetch } = useChannelSetupForms()
  const form = forms?.find(({ id }) => id === channel)
  const back = (
    <AnchorLink to="/orgs/$org/agents/$agent/channels" params={params}>
      {texts.back}
    </AnchorLink>
  )
  return (
    <PageLayout
      title={form ? texts.titleOf(form.name) : texts.title}
      lead={form?.description ?? texts.lead}
      actions={back}
      width={1100}
    >
      {!can && <Text>{common.save.readOnly}</Text>}
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!forms && !error && <Loading />}
      {can && forms && !channel && <ChannelChoice forms={forms} />}
      {can && forms && channel && (form ? <SetUpChannel key={form.id} form={form} /> : <Text>{texts.unknown}</Text>)}
    </PageLayout>
  )
}

function ChannelChoice({ forms }: { forms: ChannelSetupForm[] }) {
  const params = useRouteIds()
  const { data } = useBindings()
  const hasLab = useGateway().data?.labUrl !== undefined
  const bound = new Set<string>(data?.data.map(({ channel }) => channel))
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {forms.map(({ id, name, description, managed }) => (
        <Card key={id} withBorder component="section" aria-label={name}>
          <Stack h="100%" gap="xs">
            <Group gap="sm" wrap="nowrap">
              <ChannelIcon channel={id} />
              <Title order={2} size="h5">
                {name}
              </Title>
            </Group>
            <Text size="sm" className="quiet" flex={1}>
              {description}
            </Text>
            <Group justify="space-between">
              {bound.has(id) ? (
                <Badge variant="default" tt="none">
                  {texts.bound}
                </Badge>
              ) : (
                <ButtonLink
                  variant="default"
                  size="xs"
                  to="/orgs/$org/agents/$agent/channels/add"
                  params={params}
                  search={{ channel: id }}
                >
                  {texts.choose(name)}
                </ButtonLink>
              )}
              <Text size="xs" className="quiet">
                {managed?.provisioning.instant ? texts.instant : texts.choice(hasLab)}
              </Text>
            </Group>
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  )
}
