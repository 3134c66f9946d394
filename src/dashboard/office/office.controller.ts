import { Get, Inject, Query } from '@nestjs/common';
import { PhotosService } from '../../catalog/photos/photos.service.js';
import { CurrentPermissions, type Permitted } from '../../identity/signed-in-user.js';
import { BankAccountsService } from '../../money/bank/accounts/bank-accounts.service.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { TaxProfilesService } from '../../tax/profile/tax-profiles.service.js';
import { InstallationDto } from './installation.dto.js';
import { OfficeCountsDto } from './office-counts.dto.js';
import { OfficeOverviewDto } from './office-overview.dto.js';
import { OfficeOverviewService } from './office-overview.service.js';
import { OfficeSearchDto, OfficeSearchQuery } from './office-search.dto.js';
import { OfficeSearchService } from './office-search.service.js';

/** Overview, search and installation, for every operator within the permissions of the role. */
@OperatorController('admin', 'Overview')
export class OfficeController {
  constructor(
    private readonly accounts: BankAccountsService,
    private readonly overviews: OfficeOverviewService,
    private readonly searches: OfficeSearchService,
    private readonly photos: PhotosService,
    private readonly publicUrl: PublicUrl,
    private readonly taxProfiles: TaxProfilesService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('overview')
  @Access('any-operator')
  @Operation(
    'What there is to do today, and the last 30 days',
    'A part is null if the caller has no permission for it.',
  )
  @Responds(200, OfficeOverviewDto)
  getOfficeOverview(@CurrentPermissions() may: Permitted) {
    return this.overviews.getOverview(may);
  }

  @Get('counts')
  @Access('any-operator')
  @Operation(
    'Numbers at tabs and sections: what waits, up to 100 of each',
    'Reads at most a hundred entries of an index for each number. A part is null if the caller has no permission for it.',
  )
  @Responds(200, OfficeCountsDto)
  getOfficeCounts(@CurrentPermissions() may: Permitted) {
    return this.overviews.count(may);
  }

  @Get('search')
  @Access('any-operator')
  @Operation(
    'Search orders, clients, products, receipts and tokens at once',
    'A kind is null if the caller has no permission for it.',
  )
  @Responds(200, OfficeSearchDto, 'validation_failed')
  searchEverything(@Query() { q, limit }: OfficeSearchQuery, @CurrentPermissions() may: Permitted) {
    return this.searches.search(q, limit, may);
  }

  @Get('installation')
  @Access('any-operator')
  @Operation('What this installation runs with; nothing of it is secret')
  @Responds(200, InstallationDto)
  async getInstallation() {
    const bankDetails = await this.accounts.getPrintedDetails();
    const issuesDocuments = await this.taxProfiles.isAnyInForce();
    const photos = await this.photos.measure();
    const { settings, publicUrl } = this;
    return { settings, publicUrl: publicUrl.origin, bankDetails, issuesDocuments, photos };
  }
}
