/** Where an object trades. */
export interface VenuePlace {
  realmId: string
  objectId: string
}
