import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { words as common } from '#words/app.ts'
import { words } from '#words/channels.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { AnchorLink, ButtonLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { ChannelIcon } from '../ChannelIcon.tsx'
import { type ChannelForm, useBindings, useChannelForms } from '../data.ts'
import { SetUpChannel } from './SetUpChannel.tsx'

const { setup: w } = words

/** Which channel; then the form that the catalog has for it. */
export function SetUpPage() {
  const can = useCan('editor')
  const { channel } = useSearch({ from: '/orgs/$org/agents/$agent/channels/add' })
  const params = usePlace()
  const { forms, error, refetch } = useChannelForms()
  const form = forms?.find(({ id }) => id === channel)
  const back = (
    <AnchorLink to="/orgs/$org/agents/$agent/channels" params={params}>
      {w.back}
    </AnchorLink>
  )
  return (
    <Page title={form ? w.titleOf(form.name) : w.title} lead={form?.description ?? w.lead} actions={back} width={1100}>
      {!can && <Text>{common.save.readOnly}</Text>}
      {error && <Trouble error={error} retry={refetch} />}
      {!forms && !error && <Loading />}
      {can && forms && !channel && <Choice forms={forms} />}
      {can && forms && channel && (form ? <SetUpChannel key={form.id} form={form} /> : <Text>{w.unknown}</Text>)}
    </Page>
  )
}

function Choice({ forms }: { forms: ChannelForm[] }) {
  const params = usePlace()
  const { data } = useBindings()
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
                  {w.bound}
                </Badge>
              ) : (
                <ButtonLink
                  variant="default"
                  size="xs"
                  to="/orgs/$org/agents/$agent/channels/add"
                  params={params}
                  search={{ channel: id }}
                >
                  {w.choose(name)}
                </ButtonLink>
              )}
              <Text size="xs" className="quiet">
                {managed?.provisioning.instant ? w.instant : managed?.provisioning.typicalDuration}
              </Text>
            </Group>
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  )
}
