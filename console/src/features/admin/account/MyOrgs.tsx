import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { useOrgs } from '../../../session/orgs.ts'

const { account: myOrgsTexts } = strings

/** The orgs that one has got into, with a way into each. */
export function MyOrgs() {
  const org = useOrg()
  const { data, error, refetch } = useOrgs()
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {myOrgsTexts.orgs}
      </Title>
      {error && <ErrorAlert error={error} retry={refetch} />}
      <Stack gap="xs">
        {data?.map(({ id, name, role }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text size="sm" fw={500}>
                {name}
              </Text>
              <Text size="xs" className="quiet">
                {strings.roles[role].name}
              </Text>
            </div>
            {id === org.id ? (
              <Text size="sm" className="quiet">
                {myOrgsTexts.here}
              </Text>
            ) : (
              <ButtonLink size="xs" variant="default" to="/orgs/$org" params={{ org: id }}>
                {myOrgsTexts.switchTo}
              </ButtonLink>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
