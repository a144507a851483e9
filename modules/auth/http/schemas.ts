import { schema } from '#app/http/schemas'

export const builder = schema.object({
  id: schema.text('bld_…'),
  email: schema.string,
  orgName: schema.string,
  orgId: schema.text('org_…'),
  role: schema.text('`owner` for whoever made the organization'),
})

const tokens = {
  token: schema.text('Access token: a JSON Web Token, 15 minutes'),
  refreshToken: schema.text('`svc_rt_…`, 30 days, works once'),
  expiresAt: schema.timestamp,
}

export const session = schema.object({ ...tokens, builder })

export const refreshed = schema.object(tokens)

export const loggedOut = schema.object({ loggedOut: schema.boolean })

export const keySet = schema.object({ keys: schema.list({ type: 'object' }) })

export const devIdToken = schema.object({ idToken: schema.string })
