/** Greek words for the details of a changed brand: 'before → after'. The names are those of the brand file, with '_' for '.'. */
const labels: Record<string, string> = {
  brand_product: 'όνομα υπηρεσίας',
  brand_company: 'φορέας',
  brand_title_suffix: 'τίτλος σελίδων',
  brand_colour: 'χρώμα',
  brand_contact_telephone: 'τηλέφωνο',
  brand_contact_email: 'διεύθυνση email',
  brand_contact_address: 'ταχυδρομική διεύθυνση',
  brand_sites_oil_url: 'ιστότοπος ελαίων',
  brand_sites_reuse_url: 'ιστότοπος επαναχρησιμοποίησης',
  brand_sites_redemption_url: 'ιστότοπος εξαργύρωσης',
  brand_forgot_password_url: 'σελίδα για χαμένο συνθηματικό',
  brand_stickers_url: 'σελίδα για αυτοκόλλητα',
  brand_collection_points_url: 'σελίδα για σημεία συλλογής',
  brand_savings_co2_kg_per_litre: 'κιλά CO₂ ανά λίτρο',
  brand_savings_source_label: 'πηγή',
  brand_savings_source_url: 'σύνδεσμος πηγής',
  brand_links: 'σύνδεσμοι στο υποσέλιδο',
}

export const brandWords: Record<string, (value: string) => string> = {
  ...Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name, (value: string) => `${label}: ${value}`]),
  ),
  brand_logo: () => 'λογότυπο: άλλαξε',
}
